import { parse } from 'yaml'

const text = `
openapi: 3.1.1
security: [{ token: [] }, { tokenParameter: [] }]
paths:
  /cases/{id}:
    put:
      parameters:
        - { name: dry, in: query, schema: { type: string, enum: ['yes', 'no'] } }
        - { $ref: '#/components/parameters/Id' }
      requestBody: { required: false, content: { application/json: { schema: { $ref: '#/components/schemas/Change' } } } }
      responses:
        '200': { headers: { ETag: {} }, content: { application/json: { schema: { $ref: '#/components/schemas/Case' } } } }
        '400': { $ref: '#/components/responses/Problem' }
    get: { responses: { '200': {} } }
components:
  parameters:
    Id: { name: id, in: path, required: true, schema: { type: integer, maximum: 100 } }
  responses:
    Problem:
      content:
        application/problem+json:
          schema: { type: object, required: [code], properties: { code: { enum: [invalidId, InvalidCode] } } }
  schemas:
    Change:
      type: object
      required: [code]
      properties:
        code: { type: string }
        text: { type: [string, 'null'], maxLength: 10, minLength: 1 }
        tags: { type: array, items: { type: string } }
        remark: { oneOf: [{ type: string }, { $ref: '#/components/schemas/Remark' }] }
    Remark: { type: object, required: [text], properties: { text: { type: string } } }
    Case:
      type: object
      required: [id, parent]
      properties: { id: { type: integer }, note: { type: string }, parent: { $ref: '#/components/schemas/Case' } }
  securitySchemes:
    token: { type: apiKey, name: Service-Token, in: header }
    tokenParameter: { type: apiKey, name: token, in: query }
`

/** A small OpenAPI document for the tests to change. */
// oxlint-disable-next-line typescript/no-explicit-any
export const createDocument = (): any => parse(text)
