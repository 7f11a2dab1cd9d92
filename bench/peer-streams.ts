// Prints `open`, then the last arrival of each change in milliseconds since 1970.
import { connect } from 'node:net'

const [host = '127.0.0.1', ports = '0', streams = '2000'] = process.argv.slice(2)
const count = Number(streams)
/** Ports of the site's processes. */
const list = ports.split(',').map(Number)
let ready = 0
let arrivals = 0
for (let n = 0; n < count; n++) {
  const socket = connect(list[n % list.length] ?? 0, host)
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    if (text.includes('event: ready')) ready += 1
    if (text.includes('event: change')) arrivals += 1
    if (ready === count && text.includes('event: ready')) console.log('open')
    if (arrivals === count) {
      arrivals = 0
      console.log(Date.now())
    }
  })
  socket.on('error', error => {
    console.log(`failed ${error.message}`)
  })
  socket.write('GET /api/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n')
  if (n % 100 === 99) await Bun.sleep(20)
}
