type Command = 'GREETING' | 'AUTH' | 'MAIL FROM' | 'RCPT TO' | 'DATA'

export interface ReceivedMail {
  to: string
  messageId: string
  /** Headers and body. */
  source: string
}

export interface SmtpDouble {
  url: string
  received: ReceivedMail[]
  connections: number
  /** '' never answers; undefined accepts. */
  answer(command: Command, reply?: string | ((line: string) => string | undefined)): void
  stop(): void
}

interface Session {
  to: string
  data: string | null
}

/** @param login requires credentials, which `url` contains */
export function startSmtpDouble({ login = false } = {}): SmtpDouble {
  const answers = new Map<Command, string | ((line: string) => string | undefined)>()
  const replyTo = (command: Command, line: string, usual: string) => {
    const answer = answers.get(command)
    const reply = (typeof answer === 'function' ? answer(line) : answer) ?? usual
    return reply === '' ? '' : `${reply}\r\n`
  }
  const server = Bun.listen<Session>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        socket.data = { to: '', data: null }
        double.connections += 1
        socket.write(replyTo('GREETING', '', '220 double'))
      },
      data(socket, bytes) {
        const line = bytes.toString()
        const session = socket.data
        if (session.data !== null) {
          session.data += line
          if (!session.data.endsWith('\r\n.\r\n')) return
          const messageId = /^Message-ID:\s+(\S+)/im.exec(session.data)?.[1] ?? ''
          double.received.push({ to: session.to, messageId, source: session.data })
          session.data = null
          socket.write('250 2.0.0 taken as 42\r\n')
        } else if (/^EHLO/i.test(line))
          socket.write(login ? '250-double\r\n250 AUTH PLAIN\r\n' : '250 double\r\n')
        else if (/^AUTH/i.test(line)) socket.write(replyTo('AUTH', line, '235 2.7.0 welcome'))
        else if (/^MAIL FROM/i.test(line)) socket.write(replyTo('MAIL FROM', line, '250 2.1.0 ok'))
        else if (/^RCPT TO/i.test(line)) {
          session.to = /<(.*)>/.exec(line)?.[1] ?? ''
          socket.write(replyTo('RCPT TO', line, '250 2.1.5 ok'))
        } else if (/^DATA/i.test(line)) {
          const reply = replyTo('DATA', line, '354 go on')
          if (reply.startsWith('354')) session.data = ''
          socket.write(reply)
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      },
    },
  })
  const double: SmtpDouble = {
    url: `smtp://${login ? 'marina:s3cret%21pass@' : ''}127.0.0.1:${server.port}`,
    received: [],
    connections: 0,
    answer: (command, reply) => {
      if (reply === undefined) answers.delete(command)
      else answers.set(command, reply)
    },
    stop: () => server.stop(true),
  }
  return double
}
