import { describe, expect, it } from 'vitest'
import { banner } from '../../../src/cli/up/banner.ts'

const usual = {
  url: 'http://127.0.0.1:8080',
  adminUrl: null,
  sandboxUrl: 'http://127.0.0.1:12111',
  dataDir: './data',
  demo: { apiKey: null, keyFile: 'data/demo-api-key' },
  color: false,
}
const commandsIn = (text: string) => text.split('\n').filter(line => /npx svcpay \w/.test(line))

describe('the commands of the banner', () => {
  it('are bare where everything is as usual, each with what it is for', () => {
    const commands = commandsIn(banner(usual))
    expect(commands).toHaveLength(3)
    for (const command of commands) expect(command).toMatch(/^ {4}npx svcpay \S.* {2}\S/)
  })

  it('have in front what another terminal does not know', () => {
    const given = { url: 'http://127.0.0.1:18080', sandboxUrl: 'http://127.0.0.1:18111', dataDir: '/x' }
    for (const command of commandsIn(banner({ ...usual, ...given }))) {
      expect(command).toMatch(/^ {4}PORT=18080 SANDBOX_PORT=18111 SVC_DATA_DIR=\/x npx svcpay \S/)
    }
    const other = { url: 'http://[::1]:80', sandboxUrl: null, dataDir: "./Ann's data" }
    for (const command of commandsIn(banner({ ...usual, ...other }))) {
      expect(command).toMatch(/^ {4}HOST=::1 PORT=80 SVC_DATA_DIR='\.\/Ann'\\''s data' npx svcpay \S/)
    }
  })

  it('know of a port for operators, where the reference is too', () => {
    const text = banner({ ...usual, adminUrl: 'http://127.0.0.1:9000' })
    expect(text).toMatch(/Reference +http:\/\/127\.0\.0\.1:9000\/docs/)
    for (const command of commandsIn(text)) {
      expect(command).toMatch(/^ {4}SVC_ADMIN_HOST=127\.0\.0\.1 SVC_ADMIN_PORT=9000 npx svcpay \S/)
    }
  })

  it('find a key in a folder whose name has a space', () => {
    const demo = { apiKey: null, keyFile: 'my data/demo-api-key' }
    expect(banner({ ...usual, demo })).toContain(`"X-Api-Key: $(cat 'my data/demo-api-key')"`)
  })
})
