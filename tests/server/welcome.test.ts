import { expect, test } from 'vitest'
import { isListenError, listenMessage } from '#server/listen-message.ts'
import { readConfig } from '#server/platform/config.ts'
import { welcomeLines } from '#server/welcome.ts'

const firstLine = (settings: Record<string, string>): string | undefined =>
  welcomeLines(readConfig(settings), { port: 4321, hosts: [], operatorToken: undefined })[1]?.trim()

test('the start prints an address that shows the main site, and the port for the proxy', () => {
  expect(firstLine({})).toBe('Foyer is open at http://localhost:4321')
  expect(firstLine({ MAIN_HOSTS: 'tickets.example', TRUSTED_PROXIES: '127.0.0.1' })).toBe(
    'Foyer is open at https://tickets.example, and listens on port 4321',
  )
})

test.each([
  ['EADDRINUSE', /^Another program already listens on port 80\./],
  ['EACCES', /^Only root may listen on port 80\. Set PORT/],
  ['EADDRNOTAVAIL', /^Foyer can’t listen on 10\.0\.0\.1:80 \(HOST, PORT or METRICS_PORT\): no\.$/],
])('a port that can’t be used is named: %s', (code, message) => {
  const error = Object.assign(new Error('no'), { code, syscall: 'listen', address: '10.0.0.1', port: 80 })
  expect(isListenError(error)).toBe(true)
  expect(listenMessage(error)).toMatch(message)
  expect(isListenError(Object.assign(new Error('no'), { code, syscall: 'connect' }))).toBe(false)
})
