import { snapshotOf } from '../records/snapshot.ts'
import { type Findable, find } from './find.ts'
import { expandParam } from './lists.ts'
import { type Route, route } from './route.ts'

/** Returns an object of the account by its id. */
export function retrieveRoute(kind: Findable, path: string, operation: string): Route {
  return route({ method: 'GET', path, operation }, expandParam, ({ tx, account, id }) => ({
    object: snapshotOf(kind, find(tx, kind, account, id)),
  }))
}
