import classes from './merchants.module.css'

/** What a suspension stops, and what it does not. */
export function SuspensionEffects() {
  return (
    <div className={classes.effects}>
      <div>
        <strong>What stops</strong>
        <ul>
          <li>Its keys can read but change nothing: no new payments, captures, refunds or cancellations.</li>
          <li>In its portal, it can look at everything but change nothing.</li>
        </ul>
      </div>
      <div>
        <strong>What continues</strong>
        <ul>
          <li>Customers can still pay payments that are open already, unless you cancel them.</li>
          <li>Events and callbacks of existing payments.</li>
          <li>Operators can capture, refund and cancel its payments.</li>
          <li>Payouts to its bank: stop them at the processor.</li>
        </ul>
      </div>
    </div>
  )
}
