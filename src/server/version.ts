import project from '../../package.json' with { type: 'json' }

/** Of this Elenco. */
export const VERSION = project.version
