import classes from './merchants.module.css'

const effects = {
  operator: {
    stops: [
      'Its API keys are read-only: no new payments, captures, refunds or cancellations.',
      'Its portal is read-only.',
    ],
    continues: [
      'Customers can still complete open payments, unless you cancel them.',
      'Events and callbacks of existing payments.',
      'Operators can capture, refund and cancel its payments.',
      'Disputes: the merchant still responds to them, in its own dashboard at the processor.',
      'Payouts to its bank: stop them at the processor.',
    ],
  },
  merchant: {
    stops: [
      'Your API keys are read-only: no new payments, captures, refunds or cancellations.',
      'This portal is read-only.',
    ],
    continues: [
      'Customers can still complete open payments.',
      'Your server still gets the callbacks of existing payments.',
      'You still respond to disputes, in your own dashboard at the processor.',
      'Your platform can capture, refund and cancel payments for you.',
    ],
  },
}

/** The effects of a suspension. */
export function SuspensionEffects({ isOwn = false }: { isOwn?: boolean }) {
  const { stops, continues } = effects[isOwn ? 'merchant' : 'operator']
  return (
    <div className={classes.effects}>
      <div>
        <strong>What stops</strong>
        <List items={stops} />
      </div>
      <div>
        <strong>What continues</strong>
        <List items={continues} />
      </div>
    </div>
  )
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map(item => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
