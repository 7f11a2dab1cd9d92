import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withSbin } from '../../scripts/debian-packages.ts'

/** Configured as in docs/self-hosting/proxies.md. */
export interface TlsProxy {
  url: string
  /** Certificate to trust. */
  ca: string
  stop(): Promise<void>
}

export const proxyKinds = ['nginx', 'caddy'] as const
export type ProxyKind = (typeof proxyKinds)[number]

export interface ProxyOptions {
  /** Known before the start, for PUBLIC_URL. */
  port: number
  /** The server's port; several: with Caddy alone. */
  target: number | readonly number[]
}

const root = join(import.meta.dir, '../..')

/** @returns a code block of docs/self-hosting/proxies.md */
function codeBlock(language: string): string {
  const page = readFileSync(join(root, 'docs/self-hosting/proxies.md'), 'utf8')
  const [block, another] = [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))]
  if (block?.[1] === undefined || another !== undefined) throw new Error(`not one block of ${language}`)
  return block[1]
}

/** @throws Error where a text is missing */
function withOwn(text: string, replacements: readonly [string, string][]): string {
  return replacements.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`the page's block does not say ${from}`)
    return result.replaceAll(from, to)
  }, text)
}

async function run(command: string[]): Promise<void> {
  const child = Bun.spawn(command, { stdio: ['ignore', 'pipe', 'pipe'] })
  if ((await child.exited) !== 0)
    throw new Error(`${command.join(' ')}: ${await new Response(child.stderr).text()}`)
}

async function makeCertificate(directory: string) {
  const certificate = join(directory, 'certificate.pem')
  const key = join(directory, 'key.pem')
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', key, '-out', certificate]
  await run(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files])
  return { certificate, key }
}

type Certificate = Awaited<ReturnType<typeof makeCertificate>>

/** @returns the command that runs it */
function nginxCommand(directory: string, files: Certificate, { port, target }: ProxyOptions): string[] {
  const site = withOwn(codeBlock('nginx'), [
    ['fish.example.org/fullchain.pem', 'fullchain.pem'],
    ['fish.example.org/privkey.pem', 'privkey.pem'],
    ['/etc/letsencrypt/live/fullchain.pem', files.certificate],
    ['/etc/letsencrypt/live/privkey.pem', files.key],
    ['fish.example.org', 'localhost'],
    ['listen [::]:443', `listen 127.0.0.2:${port}`],
    ['listen 443', `listen 127.0.0.1:${port}`],
    ['listen [::]:80', 'listen unix:plain-http-6.sock'],
    ['listen 80', 'listen unix:plain-http.sock'],
    ['127.0.0.1:3000', `127.0.0.1:${target}`],
  ])
  writeFileSync(join(directory, 'site.conf'), withOwn(site, [['listen unix:', `listen unix:${directory}/`]]))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${directory}/${name};`)
    .join(' ')
  const main = withOwn(readFileSync('/etc/nginx/nginx.conf', 'utf8'), [
    ['/run/nginx.pid', `${directory}/nginx.pid`],
    ['/var/log/nginx/', `${directory}/`],
    ['include /etc/nginx/sites-enabled/*;', `include ${directory}/site.conf; ${temporary}`],
  ])
  writeFileSync(join(directory, 'nginx.conf'), main)
  return ['nginx', '-c', join(directory, 'nginx.conf'), '-g', 'daemon off;']
}

function caddyCommand(directory: string, files: Certificate, { port, target }: ProxyOptions): string[] {
  const site = withOwn(codeBlock('caddyfile'), [
    ['fish.example.org {', `https://localhost:${port} {\n\ttls ${files.certificate} ${files.key}`],
    [
      '127.0.0.1:3000',
      [target]
        .flat()
        .map(each => `127.0.0.1:${each}`)
        .join(' '),
    ],
  ])
  const path = join(directory, 'Caddyfile')
  // Avoids conflicts with another Caddy.
  writeFileSync(path, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
  return ['caddy', 'run', '--adapter', 'caddyfile', '--config', path]
}

/** @throws Error when it isn't installed or refuses its configuration */
export async function startTlsProxy(kind: ProxyKind, options: ProxyOptions): Promise<TlsProxy> {
  const directory = mkdtempSync(join(tmpdir(), `reelstake-${kind}-`))
  // nginx started by root runs workers as another user.
  chmodSync(directory, 0o755)
  mkdirSync(join(directory, 'home'))
  const files = await makeCertificate(directory)
  const command = (kind === 'nginx' ? nginxCommand : caddyCommand)(directory, files, options)
  const child = Bun.spawn(command, {
    env: { PATH: withSbin(), HOME: join(directory, 'home') },
    stdio: ['ignore', 'ignore', Bun.file(join(directory, 'output'))],
  })
  const proxy: TlsProxy = {
    url: `https://localhost:${options.port}`,
    ca: readFileSync(files.certificate, 'utf8'),
    async stop() {
      child.kill('SIGTERM')
      await child.exited
      rmSync(directory, { recursive: true, force: true })
    },
  }
  while (!(await isUp(proxy))) {
    if (child.exitCode !== null)
      throw new Error(
        `${kind} ended with ${child.exitCode}: ${readFileSync(join(directory, 'output'), 'utf8')}`,
      )
    await Bun.sleep(20)
  }
  return proxy
}

async function isUp({ url, ca }: TlsProxy): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`, { tls: { ca } })).ok
  } catch {
    return false
  }
}
