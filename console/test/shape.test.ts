import { describeShape } from '../../service/test/support/shape.ts'

describeShape('console/src', [
  ['main.tsx'],
  ['router.ts'],
  ['pages'],
  ['shell'],
  ['components'],
  ['live'],
  ['session'],
  ['api'],
  ['theme'],
])
