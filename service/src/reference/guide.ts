import { codeBlock } from './page.ts'

const createPayment = codeBlock(`
export SVCPAY=http://127.0.0.1:8080                # your platform's address
export SVCPAY_API_KEY=$(cat data/demo-api-key)     # your key

curl $SVCPAY/v1/payments/intents \\
  -H "X-Api-Key: $SVCPAY_API_KEY" \\
  -H "Idempotency-Key: order-2001" \\
  -H "Content-Type: application/json" \\
  -d '{"amountCents": 4999, "currency": "usd", "orderRef": "order-2001"}'
`)

const collectPayment = codeBlock(`
const stripe = Stripe(publishableKey, { stripeAccount: connectedAccountId })
const elements = stripe.elements({ clientSecret })
elements.create('payment').mount('#payment')
// when the customer clicks Pay:
await stripe.confirmPayment({ elements, confirmParams: { return_url: 'https://shop.example/thanks' } })
`)

const verify = codeBlock(`
import { verifyCallback } from 'svcpay-client'

// The raw body: parsed and serialized again, it may differ from what was signed.
app.post('/callbacks', express.raw({ type: 'application/json' }), async (req, res) => {
  const event = verifyCallback(req.body, req.headers['svc-signature'], signingSecret)
  if (event.type === 'payment_intent.succeeded') {
    await fulfilOnce(event.id, event.data.object.metadata.orderRef)
  }
  res.sendStatus(204)
})
`)

/** What an integrator needs before the references make sense. */
export const guide = `<h1>Take payments with svcpay</h1>
<p class="lead">From a first payment to a callback you can trust. The <a href="#reference">reference</a> below has every call, field
and event; operators have <a href="/docs/admin">their own</a>.</p>
<p class="toc"><a href="#getting-started">Getting started</a><a href="#authentication">Authentication</a><a
href="#idempotency">Idempotency</a><a href="#errors">Errors</a><a href="#callbacks">Callbacks</a><a href="#reference">Reference</a></p>

<h2 id="getting-started">Getting started</h2>
<p>Your platform gives you an API key. Create a payment on your server:</p>
${createPayment}
<p>Store <code>svcPaymentId</code> with your order. Give <code>clientSecret</code>, <code>publishableKey</code> and
<code>connectedAccountId</code> to the browser, and let the processor’s own form collect the card:</p>
${collectPayment}
<p>In the sandbox, <code>npx svcpay sandbox pay &lt;svcPaymentId&gt;</code> pays as a customer would. Fulfil the order when the callback
<code>payment_intent.succeeded</code> arrives, or when <code>GET /v1/payments/{id}</code> says <code>succeeded</code>. What the browser
reports is not proof.</p>

<h2 id="authentication">Authentication</h2>
<p>Send your key in <code>X-Api-Key</code>, or as <code>Authorization: Bearer</code>. A key belongs on your server: never put it into a
browser, an app or a repository. The platform can rotate keys without downtime, because several can be valid at a time.
A missing or wrong key answers 401. You see only what is yours; everything else is 404.</p>

<h2 id="idempotency">Idempotency</h2>
<p>Networks fail between a request and its answer. Send an <code>Idempotency-Key</code> with every call that moves money, derived from
your order, and repeat the call with the same key and body until it is answered:</p>
<ul>
<li>The same key and body return the first answer, byte for byte, with <code>Idempotent-Replayed: true</code>. Nothing is charged
twice.</li>
<li>The same key with another body is <a href="/problems/idempotency_conflict">409 Idempotency conflict</a>.</li>
<li>While the first request is still running, you get <a href="/problems/in_progress">409 In progress</a> with
<code>Retry-After</code>.</li>
<li>After a refusal, such as an invalid amount, the key is free again.</li>
</ul>

<h2 id="errors">Errors</h2>
<p>Errors are <code>application/problem+json</code>. Use <code>code</code> in your program, show <code>detail</code> to developers, and quote
<code>traceId</code> to support. <code>errors</code> names every invalid field.</p>
<div class="scroll"><table>
<thead><tr><th>Answer</th><th>What to do</th></tr></thead>
<tbody>
<tr><td>400, 404, 409 Invalid state</td><td>Correct the request. Nothing was changed.</td></tr>
<tr><td>409 In progress, 429, 503</td><td>Wait for <code>Retry-After</code> seconds and repeat it with the same key.</td></tr>
<tr><td>500, 502, 504, no answer</td><td>Repeat it with the same key. A 504 means that the outcome is not known yet.</td></tr>
</tbody>
</table></div>
<p>Every problem has <a href="/problems">a page of its own</a>.</p>

<h2 id="callbacks">Callbacks</h2>
<p>svcpay posts nine types of events to your callback URL, as the processor sent them, and signs each with your secret:</p>
<pre tabindex="0"><code>Svc-Signature: t=&lt;unix seconds&gt;,v1=&lt;hex HMAC-SHA256 of "&lt;t&gt;.&lt;raw body&gt;"&gt;</code></pre>
${verify}
<ul>
<li><strong>Verify</strong> the signature over the raw body, in constant time, and reject a <code>t</code> more than 300 seconds away. Accept
any matching <code>v1</code>: during a rotation there are several.</li>
<li><strong>De-duplicate</strong> on the event’s <code>id</code>. Callbacks can repeat and arrive in any order.</li>
<li><strong>Answer</strong> 2xx within 10 seconds, after you have stored or processed the event.</li>
</ul>
<p>Anything else is retried up to eight times over about three days, then kept as a dead letter, which
<code>POST /v1/events/{id}/redeliver</code> sends again. Every event is under <em>Webhooks</em> in the reference, with its payload.</p>

<h2 id="reference">Reference</h2>
<p>Machine-readable: <a href="/openapi.json">/openapi.json</a>. Choose <em>Authorize</em>, enter your key, and try any call from
here.</p>`

/** In front of the operators' reference. */
export const operatorGuide = `<h1>Operate svcpay</h1>
<p class="lead">For the platform: merchants and their keys, callbacks and dead letters, payments, the ledger, and who did what.</p>
<p>Send an operator token as <code>Authorization: Bearer</code>. Under <code>npm start</code> the first one is in
<code>data/operator-token</code>; in production it is <code>SVC_OPERATOR_TOKEN</code>. Give every person a token of their own, with
the least role that will do: a <code>viewer</code> reads, <code>support</code> can also redeliver, capture, refund and cancel, and an
<code>admin</code> can do everything. The <code>svcpay</code> command and the console use the same API.</p>
<p>Every change is in the audit log, with the operator, the client’s address and the <code>traceId</code>; <code>Svc-Actor</code> adds a
note. Errors are as in the merchants’ API, each explained <a href="/problems">on its own page</a>. Machine-readable:
<a href="/admin/openapi.json">/admin/openapi.json</a>.</p>`
