import { describe, expect, it } from 'vitest'
import { banner } from '../../../src/cli/up/banner.ts'

const usual = {
  url: 'http://127.0.0.1:8080',
  adminUrl: null,
  consoleUrl: 'http://127.0.0.1:8080/console/sign-in#code=svc_code_x',
  sandboxes: { sandbox: 'http://127.0.0.1:12111' },
  dataDir: './data',
  demo: { apiKey: null, keyFile: 'data/demo-api-key' },
  color: false,
}
const commandsIn = (text: string) => text.split('\n').filter(line => /npx svcpay \w/.test(line))

describe('the banner', () => {
  it('shows where everything is', () => {
    const text = banner(usual)
    expect(text).toMatch(/API +http:\/\/127\.0\.0\.1:8080\/v1\n/)
    expect(text).toMatch(/Console +http:\/\/127\.0\.0\.1:8080\/console\/sign-in#code=svc_code_x\n/)
    expect(text).toMatch(/Docs +http:\/\/127\.0\.0\.1:8080\/docs\n/)
    expect(text).toMatch(/Sandbox +http:\/\/127\.0\.0\.1:12111 /)
    expect(banner({ ...usual, adminUrl: 'http://127.0.0.1:9000' })).toMatch(/Docs +http:\S+:9000\/docs\n/)
  })

  it('shows each command with its purpose, including the one for the signing secret', () => {
    const commands = commandsIn(banner(usual))
    expect(commands.join('\n')).toMatch(/npx svcpay callback secret +the secret/)
    for (const command of commands) expect(command).toMatch(/^ {4}npx svcpay \S.* {2}\S/)
  })

  it('puts a data dir unknown to another terminal in front of every command', () => {
    for (const command of commandsIn(banner({ ...usual, dataDir: "./Ann's data" }))) {
      expect(command).toMatch(/^ {4}SVC_DATA_DIR='\.\/Ann'\\''s data' npx svcpay \S/)
    }
  })

  it('works with a key in a folder whose name has a space', () => {
    const demo = { apiKey: null, keyFile: 'my data/demo-api-key' }
    expect(banner({ ...usual, demo })).toContain(`"X-Api-Key: $(cat 'my data/demo-api-key')"`)
  })
})
