// Realistic definitions in number: about 1.3 kB each, as large servers have them.

/** `count` tools of the shape that SDKs send. */
export function makeTools(count) {
  return Array.from({ length: count }, (_, index) => makeTool(index));
}

function makeTool(index) {
  const properties = Object.fromEntries(
    Array.from({ length: 6 }, (_, parameter) => [
      `parameter_${9 - parameter}`,
      {
        type: parameter % 2 === 0 ? 'string' : 'integer',
        description: `Sets option ${parameter} of operation ${index}; leave it out to keep what the account is configured for.`,
        ...(parameter === 0 ? { enum: ['open', 'closed', 'all'] } : {}),
      },
    ]),
  );
  return {
    name: `operation_${index}`,
    title: `Operation ${index}`,
    description: `Runs operation ${index} on the records of one account and returns what changed. `.repeat(3),
    inputSchema: { type: 'object', properties, required: ['parameter_9', 'parameter_8'], additionalProperties: false },
    annotations: { readOnlyHint: index % 3 === 0, destructiveHint: index % 3 === 1, openWorldHint: false },
  };
}
