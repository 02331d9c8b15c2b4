import type { ReactNode } from 'react'
import type { Command } from '../../api/command.ts'
import { Button } from '../../components/button.tsx'
import { CopyAs } from '../../components/copy-as.tsx'
import { CopyIconButton } from '../../components/copyable.tsx'
import { Countdown } from '../../components/countdown.tsx'
import layout from '../../components/dialog.module.css'
import { Dialog } from '../../components/dialog.tsx'
import { ProblemNote } from '../../components/notes.tsx'
import classes from './merchants.module.css'

interface LinkDialogProps {
  title: string
  /** The name used on its buttons. */
  name: string
  link: { url: string; expiresAt: string } | undefined
  error: Error | null
  isPending: boolean
  command: Command
  /** The fields to fill in before the link is created. */
  fields?: ReactNode
  /** Instructions for using the link. */
  children: ReactNode
  onCreate: () => void
  onClose: () => void
}

/** Creates a link to give to a merchant, and shows how long it is still valid. */
export function LinkDialog(props: LinkDialogProps) {
  const { title, name, link, error, isPending, command, fields, children, onCreate, onClose } = props
  return (
    <Dialog onClose={onClose} title={title}>
      <form
        onSubmit={event => {
          event.preventDefault()
          onCreate()
        }}
      >
        <div className={layout.stack}>
          {link ? (
            <>
              {children}
              <div>
                <div className={classes.link}>
                  <code>{link.url}</code>
                  <CopyIconButton value={link.url} label={`Copy ${name}`} />
                  <a href={link.url} target="_blank" rel="noreferrer" aria-label={`Open ${name}`}>
                    Open
                  </a>
                </div>
                <p className={classes.muted}>
                  <Countdown until={link.expiresAt} lead="Valid for " after="Expired" />
                </p>
              </div>
            </>
          ) : (
            fields
          )}
          {error && <ProblemNote error={error} />}
          <div className={layout.buttons}>
            <CopyAs command={command} />
            {link ? (
              <Button onClick={onClose}>Done</Button>
            ) : (
              <Button type="submit" variant="filled" loading={isPending}>
                Create link
              </Button>
            )}
          </div>
        </div>
      </form>
    </Dialog>
  )
}
