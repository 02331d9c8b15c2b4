import { Page } from '../../components/page.tsx'

export function PaymentPage() {
  return (
    <Page title="Payment">
      <p>Not built yet</p>
    </Page>
  )
}
