/** Passphrase of {@link emptyRepository}. */
export const repositoryPassphrase = 'correct horse battery'

const key =
  '{"created":"2026-11-28T18:12:54.994059951Z","username":"test","hostname":"test","kdf":"scrypt","N":2,"r":1,"p":1,"salt":"mY9QitgVa7bO0aE3I9T7YXBOz4IoAz1jAZWPde2tURc2/A37MxewxaQfXGJJYm1cExTlbNbVf1H3dplamvDi0g==","data":"us/ZdW5vd326QRgCX5bSuyn5WLvKAh028Zp0uCQ8tX0hvEfe7WGDZlqpQbrAX9C/QIsl9iVsK3iuITSGkVUMFayKfepFoOOINxHy9V2IWKbcDToDlr36XlF5CkUwMCBlBHNVhqchxYa9PXOmiMaXj3iG+JxZIZFitJ16zhSRNgRhnItHqe8B85+Ky0X+/HoTpliNcAMl2rBKv23sdgsx3A=="}'
const keyName = new Bun.CryptoHasher('sha256').update(key).digest('hex')
const config =
  'rPhffTSd59h1IuUdjodcjz6SBzNy78+JNQqEdx/cZkqQyvxpKJc8h6sBEEMio7YHu/SjDdYiDv6yDdJAbiGrDSmuGfHlOn2gITTRB7/8zFhWyyt6A3KlPx3RZYErE8uG7ZX4hVErd4LCPSSwW7C8ocBPZppMa4bu1G9RzsZza48FhFp2UGNKvrqOabcELM4UE8Kohb7236lXK8E='

/**
 * Files of a repository without a backup. Its key is derived by scrypt with N = 2: with the key that `restic init` makes,
 * each command takes half a second of CPU. Format: "Keys, Encryption and MAC" in restic's design document.
 */
export const emptyRepository: readonly (readonly [name: string, content: Uint8Array<ArrayBuffer>])[] = [
  ['config', Uint8Array.fromBase64(config)],
  [`keys/${keyName}`, new TextEncoder().encode(key)],
]
