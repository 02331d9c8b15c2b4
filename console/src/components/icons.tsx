import type { ReactNode } from 'react'

/** Drawn on a 24 by 24 grid: two dozen icons do not justify a package. */
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      width="1.15em"
      height="1.15em"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

const drawn = (path: string) => () => (
  <Icon>
    <path d={path} />
  </Icon>
)

export const CheckIcon = drawn('M5 12.5l4.5 4.5L19 7.5')
export const CopyIcon = drawn('M9 9h10v11H9zM5 15V4h10')
export const SearchIcon = drawn('M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5')
export const OverviewIcon = drawn('M4 19V11M10 19V5M16 19v-6M21 19H3')
export const PaymentsIcon = drawn('M3 6h18v12H3zM3 10h18M7 14.5h4')
export const CallbacksIcon = drawn('M4 8h13l-3.5-3.5M20 16H7l3.5 3.5')
export const MerchantsIcon = drawn(
  'M4 10v10h16V10M3 10l2-6h14l2 6M3 10a3 3 0 0 0 6 0 3 3 0 0 0 6 0 3 3 0 0 0 6 0M10 20v-5h4v5',
)
export const LedgerIcon = drawn(
  'M6 3h12a1 1 0 0 1 1 1v17H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2M9 8h6M9 12h6M5 19a2 2 0 0 1 2-2h12',
)
export const ActivityIcon = drawn('M3 12h4l3 7 4-14 3 7h4')
export const SandboxIcon = drawn(
  'M9 3h6M10 3v6l-5.5 9.5A1.7 1.7 0 0 0 6 21h12a1.7 1.7 0 0 0 1.5-2.5L14 9V3M7.5 15h9',
)
export const SettingsIcon = drawn('M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4')
export const DisputesIcon = drawn('M5 21V4M5 4h12l-2.5 4L17 12H5')
export const MenuIcon = drawn('M4 7h16M4 12h16M4 17h16')
export const SunIcon = drawn(
  'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
)
export const MoonIcon = drawn('M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5z')
export const PersonIcon = drawn('M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-4 3.6-6 8-6s8 2 8 6')
export const ExternalIcon = drawn('M14 4h6v6M20 4l-9 9M18 14v6H4V6h6')
export const CloseIcon = drawn('M6 6l12 12M18 6L6 18')
export const EyeIcon = drawn(
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
)
export const ChevronIcon = drawn('M9 6l6 6-6 6')
export const DownloadIcon = drawn('M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4 20h16')
export const TerminalIcon = drawn('M4 6l6 6-6 6M12 18h8')
