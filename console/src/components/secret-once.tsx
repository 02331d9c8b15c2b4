import { useState } from 'react'
import { Button } from './button.tsx'
import { CopyIconButton } from './copyable.tsx'
import layout from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { download } from './download.ts'
import { DownloadIcon } from './icons.tsx'
import { Note } from './notes.tsx'
import classes from './secret-once.module.css'

interface Secret {
  name: string
  value: string
}

interface SecretOnceProps {
  title: string
  secrets: readonly Secret[]
  /** The purpose of the secret, and where to put it. */
  lead: string
  /** Whether it can be read again, and where. */
  hint?: string
  onClose: () => void
}

/**
 * Shows a secret that the API returns only once. Asks for confirmation unless it is closed by "I have saved it".
 */
export function SecretOnce({
  title,
  secrets,
  lead,
  hint = 'It cannot be shown again.',
  onClose,
}: SecretOnceProps) {
  const [isAsking, setAsking] = useState(false)
  const save = () => {
    const lines = secrets.map(({ name, value }) => `${name}: ${value}\n`)
    download('svcpay-secrets.txt', lines.join(''), 'text/plain;charset=utf-8')
  }
  return (
    <Dialog onClose={() => setAsking(true)} title={title} size="lg">
      <div className={layout.stack}>
        <p>{lead}</p>
        {secrets.map(({ name, value }) => (
          <div key={name} className={classes.secret}>
            <span>{name}</span>
            <div>
              <code>{value}</code>
              <CopyIconButton value={value} label={`Copy ${name}`} />
            </div>
          </div>
        ))}
        <div className={layout.buttons}>
          <span className={classes.hint}>{hint}</span>
          <div>
            <Button leftSection={<DownloadIcon />} onClick={save}>
              Download
            </Button>
            <Button variant="filled" onClick={onClose}>
              I have saved it
            </Button>
          </div>
        </div>
        {isAsking && (
          <Note tone="bad" role="alert">
            <div className={layout.buttons}>
              <strong>Close without saving it?</strong>
              <div>
                <Button onClick={() => setAsking(false)}>Keep it open</Button>
                <Button color="red" onClick={onClose}>
                  Close anyway
                </Button>
              </div>
            </div>
          </Note>
        )}
      </div>
    </Dialog>
  )
}
