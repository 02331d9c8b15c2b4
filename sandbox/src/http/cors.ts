/** Pages of any origin may use the publishable key. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'request-id, stripe-account, idempotent-replayed',
}

export const preflightHeaders = {
  ...corsHeaders,
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, stripe-account, stripe-version',
  'access-control-max-age': '600',
}
