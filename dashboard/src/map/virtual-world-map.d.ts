/** Source: dashboard/world-map/plugin.ts. */
declare module 'virtual:world-map' {
  // A file with an import of its own would be a module, and could not declare another.
  // oxlint-disable-next-line typescript/consistent-type-imports
  export const world: import('./world.ts').World;
}
