/** The errors of a resource's attributes, `<name>_invalid`. Source: docs/reference/errors.md. */
import type { AttributeDefinition, Definitions } from './definition.ts';
import type { Resource } from './resource.ts';

export type AttributeError = {
  readonly code: `${string}_invalid`;
  readonly status: 400;
  readonly when: string;
};

export function attributeErrorsOf<D extends Definitions>({
  attributes,
  definitions,
}: Resource<D>): AttributeError[] {
  return Object.keys(attributes).flatMap((name) => {
    const definition = definitions[name];
    if (definition?.errorOf !== undefined) return [];
    const when = `\`${name}\` ${definition ? refusalOf(name, definition) : ''}.`;
    return [{ code: `${name}_invalid`, status: 400, when } as const];
  });
}

function refusalOf(name: string, definition: AttributeDefinition): string {
  if (definition.refused !== undefined) return definition.refused;
  switch (definition.type) {
    case 'boolean':
      return 'is not a boolean';
    case 'integer':
      return `is not an integer from ${definition.minimum} to ${definition.maximum}`;
    case 'choice': {
      const words = [...definition.choices, ...(definition.nullable ? ['null'] : [])];
      const choices = words.map((choice) => `\`${choice}\``);
      return `is not ${[choices.slice(0, -1).join(', '), choices.at(-1)].filter(Boolean).join(' or ')}`;
    }
    case 'text':
    case 'timestamp':
    case 'uuid':
    case 'texts':
    case 'text_map':
    case 'json':
    case 'computed':
    default:
      throw new Error(`${name} does not say what it refuses`);
  }
}
