import { required, text } from '../api/params.ts'
import { type Reply, type Route, route } from '../api/route.ts'
import { application, platformAccount } from '../constants.ts'
import { deauthorize } from './authorize.ts'

/** OAuth has errors of its own. */
function refusal(error: string, error_description: string): Reply {
  return { body: { error, error_description }, status: 401 }
}

export const oauthRoutes: readonly Route[] = [
  route(
    { method: 'POST', path: '/oauth/deauthorize', operation: 'oauth.deauthorize' },
    { client_id: required(text), stripe_user_id: required(text) },
    ({ tx, account, params: { client_id: client, stripe_user_id: id } }) => {
      if (client !== application || account !== platformAccount) {
        return refusal('invalid_client', `No such application: '${client}'`)
      }
      const record = tx.tables.account.get(id)
      if (!record || record.deauthorized || id === platformAccount) {
        const description = `This application is not connected to stripe account ${id}, or that account does not exist.`
        return refusal('invalid_client', description)
      }
      deauthorize(tx, record)
      return { body: { stripe_user_id: id } }
    },
  ),
]
