import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Page } from '../../components/page.tsx'

export function MerchantsPage() {
  return (
    <Page title="Merchants">
      <Card>
        <EmptyState title="Not built yet" />
      </Card>
    </Page>
  )
}
