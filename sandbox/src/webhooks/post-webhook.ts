import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { signatureHeader } from './signature.ts'

const timeoutMs = 20_000

interface WebhookPoster {
  /** True if the endpoint accepted it: a 2xx answer in time. */
  post(url: string, payload: string, secret: string): Promise<boolean>
  /** Aborts all requests in progress. */
  close(): void
}

export function createWebhookPoster(): WebhookPoster {
  const http = new HttpAgent({ keepAlive: true })
  const https = new HttpsAgent({ keepAlive: true })

  return {
    post(url, payload, secret) {
      const secure = url.startsWith('https:')
      const options = {
        method: 'POST',
        agent: secure ? https : http,
        timeout: timeoutMs,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(payload),
          'stripe-signature': signatureHeader(payload, secret, Date.now()),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
      }
      return new Promise(resolve => {
        const request = secure ? httpsRequest(url, options) : httpRequest(url, options)
        request.on('response', response => {
          const { statusCode = 0 } = response
          response.resume()
          response.on('end', () => resolve(statusCode >= 200 && statusCode < 300))
          response.on('error', () => resolve(false))
        })
        request.on('timeout', () => request.destroy(new Error('timeout')))
        request.on('error', () => resolve(false))
        request.end(payload)
      })
    },
    close() {
      http.destroy()
      https.destroy()
    },
  }
}
