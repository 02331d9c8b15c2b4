import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import classes from './toasts.module.css'

const shownForMs = 5_000

const ToastContext = createContext<(text: string) => void>(() => {})

/**
 * Short notes about finished actions, read out by screen readers. They appear above everything, even above a dialog: in
 * the browser's top layer, the last element shown comes first.
 */
export function Toasts({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly { id: number; text: string }[]>([])
  const output = useRef<HTMLOutputElement>(null)
  const show = useCallback((text: string) => {
    if (output.current?.matches(':popover-open')) output.current.hidePopover()
    output.current?.showPopover()
    const id = performance.now()
    setToasts(shown => [...shown, { id, text }])
    setTimeout(() => setToasts(shown => shown.filter(toast => toast.id !== id)), shownForMs)
  }, [])
  return (
    <ToastContext value={show}>
      {children}
      <output ref={output} popover="manual" className={classes.toasts} aria-live="polite">
        {toasts.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </output>
    </ToastContext>
  )
}

export function useToast(): (text: string) => void {
  return useContext(ToastContext)
}
