import { CopyIconButton } from '../../components/copyable.tsx'
import { Countdown } from '../../components/countdown.tsx'
import classes from './merchants.module.css'

/** A link for someone else, with the time it has left. */
export function LinkToHandOn({ name, url, expiresAt }: { name: string; url: string; expiresAt: string }) {
  return (
    <div>
      <div className={classes.link}>
        <code>{url}</code>
        <CopyIconButton value={url} label={`Copy ${name}`} />
      </div>
      <p className={classes.muted}>
        Valid for <Countdown until={expiresAt} after="no longer" />
      </p>
    </div>
  )
}
