import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import classes from './toasts.module.css'

const shownForMs = 5_000

const ToastContext = createContext<(text: string) => void>(() => {})

/** Short notes about what was done, read out by screen readers. */
export function Toasts({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly { id: number; text: string }[]>([])
  const show = useCallback((text: string) => {
    const id = performance.now()
    setToasts(shown => [...shown, { id, text }])
    setTimeout(() => setToasts(shown => shown.filter(toast => toast.id !== id)), shownForMs)
  }, [])
  return (
    <ToastContext value={show}>
      {children}
      <output className={classes.toasts} aria-live="polite">
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
