import {
  Button,
  createTheme,
  Drawer,
  type MantineTheme,
  Modal,
  type VariantColorsResolver,
} from '@mantine/core'

/** Colors are variables in tokens.css, so light and dark need nothing here. */
const variantColorResolver: VariantColorsResolver = ({ color, variant }) => {
  const isDanger = color === 'red'
  const strong = isDanger ? 'var(--bad)' : 'var(--accent)'
  switch (variant) {
    case 'filled':
      return {
        background: strong,
        hover: isDanger ? 'var(--bad-hover)' : 'var(--accent-hover)',
        color: isDanger ? 'var(--on-bad)' : 'var(--on-accent)',
        border: '1px solid transparent',
      }
    case 'light':
      return {
        background: isDanger ? 'var(--bad-wash)' : 'var(--accent-wash)',
        hover: isDanger ? 'var(--bad-wash)' : 'var(--accent-wash)',
        color: strong,
        border: '1px solid transparent',
      }
    case 'subtle':
      return {
        background: 'transparent',
        hover: 'var(--quiet-wash)',
        color: isDanger ? strong : 'var(--ink)',
        border: '1px solid transparent',
      }
    default:
      return {
        background: 'var(--surface)',
        hover: 'var(--quiet-wash)',
        color: isDanger ? strong : 'var(--ink)',
        border: `1px solid ${isDanger ? strong : 'var(--field-line)'}`,
      }
  }
}

/** A rule in base.css locks scrolling instead. */
const noScrollLock = { lockScroll: false, transitionProps: { duration: 120 } }

export const theme: Partial<MantineTheme> = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 8, dark: 4 },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    Button: Button.extend({ defaultProps: { variant: 'default', size: 'sm' } }),
    Modal: Modal.extend({ defaultProps: { ...noScrollLock, centered: true, radius: 'lg' } }),
    Drawer: Drawer.extend({ defaultProps: noScrollLock }),
  },
}) as Partial<MantineTheme>
