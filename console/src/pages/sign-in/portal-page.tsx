import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../../session/session.ts'
import { EntryCard, useCode } from './entry.tsx'

const texts = {
  done: {
    title: 'Thank you',
    lead: 'The processor has your details, and your platform can see your progress. You can close this page, or open your portal again from your platform’s own site.',
  },
  expired: {
    title: 'This onboarding link has expired',
    lead: 'Nothing you entered is lost. Ask your platform for a new link, and continue where you left off.',
  },
  unusable: {
    title: 'This link cannot be used',
    lead: 'A portal link works once, for ten minutes. Open the portal again from your platform’s own site, or ask your platform for a new link.',
  },
}

export function PortalPage() {
  const { onboarding } = useSearch({ from: '/portal' })
  const navigate = useNavigate()
  const enter = () => void navigate({ to: '/', replace: true })
  const link = useCode(enter)
  // After the onboarding form, a valid portal session continues; an unusable link must say so.
  const isBack = useSession()?.kind === 'portal' && onboarding !== undefined
  useEffect(() => {
    if (isBack) void navigate({ to: '/settings', hash: 'onboarding', replace: true })
  }, [isBack, navigate])
  if (isBack || (link.hasCode && !link.error)) return <EntryCard title="Opening your portal…" />
  return <EntryCard {...texts[onboarding ?? 'unusable']} />
}
