// A push service that decrypts. Prints its origin and a device's keys, then of each round: median and last arrival,
// in milliseconds since 1970.
import { startPushService } from '../tests/support/push-service.ts'

const count = Number(process.argv[2])
const service = startPushService({ manyDevices: true })
console.log(JSON.stringify({ origin: service.origin, ...service.addDevice() }))
for (;;) {
  await service.until(count)
  const times = service.received.splice(0).map(({ at }) => at)
  console.log(JSON.stringify({ median: times[Math.floor(count / 2)], last: times.at(-1) }))
}
