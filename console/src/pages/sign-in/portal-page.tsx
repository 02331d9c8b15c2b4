import { useNavigate } from '@tanstack/react-router'
import { EntryCard, useCode } from './entry.tsx'

export function PortalPage() {
  const navigate = useNavigate()
  const link = useCode(() => void navigate({ to: '/', replace: true }))
  if (link.hasCode && !link.error) return <EntryCard title="Opening your portal…" />
  return (
    <EntryCard
      title="This link cannot be used"
      lead="A portal link works once, for ten minutes. Open the portal again from your platform’s own site, or ask your platform for a new link."
    />
  )
}
