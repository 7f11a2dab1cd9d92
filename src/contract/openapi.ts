import { constant, object, openObject, text } from './json-schema.ts'

export const openApiDocument = object({
  openapi: constant('3.1.0'),
  info: object({ title: text, version: text, description: text }),
  paths: openObject('Operations by path and method.'),
  components: openObject('Security schemes, schemas and responses by name.'),
})
