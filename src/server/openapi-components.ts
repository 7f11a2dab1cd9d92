import { errorStatus } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } }

/** Groups error codes by status. */
function errorResponses(): Record<string, object> {
  const codes = new Map<number, string[]>()
  for (const [code, status] of Object.entries(errorStatus))
    codes.set(status, [...(codes.get(status) ?? []), code])
  return Object.fromEntries(
    [...codes].map(([status, names]) => [
      `Error${status}`,
      {
        description: names.map(name => `\`${name}\``).join(', '),
        ...(status === 429 && {
          headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
        }),
        content: errorContent,
      },
    ]),
  )
}

/** Parts of the OpenAPI document that operations refer to. */
export const components = {
  securitySchemes: {
    cookie: {
      type: 'apiKey',
      in: 'cookie',
      name: 'sid',
      description: 'The session of a browser page; named `__Host-sid` over TLS.',
    },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'The `access_token` of `POST /auth/v1/token`.',
    },
  },
  schemas: {
    ErrorBody: {
      type: 'object',
      required: ['message', 'error'],
      properties: {
        message: { type: 'string', description: 'Fit to be shown to a person.' },
        error: { enum: Object.keys(errorStatus) },
        issues: {
          type: 'array',
          description: 'Every bad field at once; of more than these, the first.',
          maxItems: limits.issues,
          items: {
            type: 'object',
            required: ['path', 'message'],
            properties: {
              path: { type: 'string', examples: ['endDate', 'winnings.0.amount'] },
              message: { type: 'string' },
            },
          },
        },
      },
    },
  },
  responses: {
    ...errorResponses(),
    Error: { description: 'Any other refusal', content: errorContent },
    AccountError: {
      description: 'Any refusal, as Supabase Auth says it',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              code: { type: ['integer', 'string'] },
              error_code: { type: 'string' },
              msg: { type: 'string' },
              message: { type: 'string' },
            },
          },
        },
      },
    },
  },
}
