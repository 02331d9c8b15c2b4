import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Page } from '../../components/page.tsx'

export function ActivityPage() {
  return (
    <Page title="Activity">
      <Card>
        <EmptyState title="Not built yet" />
      </Card>
    </Page>
  )
}
