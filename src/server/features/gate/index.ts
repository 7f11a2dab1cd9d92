export { type GateEntry, gateRoutes, makeGateEntry, siteGate } from './gate.routes.ts'
export { type Gate, makeGate } from './gate.ts'
export { sitePassword } from './site-password.ts'
