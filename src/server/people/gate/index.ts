export { type GateEntry, gateRoutes, makeGateEntry, passEnd, siteGate } from './gate.routes.ts'
export { type Gate, makeGate } from './gate.ts'
export { sitePassword } from './site-password.ts'
