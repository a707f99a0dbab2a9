import { parseSync, Visitor } from 'vite'

/** One import or re-export and its line; type imports included. */
export interface Import {
  specifier: string
  line: number
}

export interface SourceFacts {
  imports: Import[]
  /** Lines that read `process.env`, in any spelling. */
  envReads: number[]
  /** Whether the file only re-exports. */
  isBarrel: boolean
  /** The parser's message if the file is not TypeScript. */
  syntaxError: string | undefined
}

/** Parses a TypeScript or JavaScript file with Vite's parser, and returns the facts for the import rules. */
export function readFacts(fileName: string, code: string): SourceFacts {
  const { program, errors } = parseSync(fileName, code)
  const facts: SourceFacts = { imports: [], envReads: [], isBarrel: false, syntaxError: errors[0]?.message }
  const lineOf = (node: { start: number }) => code.slice(0, node.start).split('\n').length
  const addImport = (source: unknown, node: { start: number }) => {
    const specifier = literal(source)
    if (specifier !== undefined) facts.imports.push({ specifier, line: lineOf(node) })
  }

  new Visitor({
    ImportDeclaration(node) {
      addImport(node.source, node)
      if (literal(node.source)?.replace('node:', '') !== 'process') return
      const readsEnv = node.specifiers.some(
        (it) => it.type === 'ImportSpecifier' && nameOf(it.imported) === 'env',
      )
      if (readsEnv) facts.envReads.push(lineOf(node))
    },
    ExportNamedDeclaration(node) {
      if (node.source) addImport(node.source, node)
    },
    ExportAllDeclaration(node) {
      addImport(node.source, node)
    },
    ImportExpression(node) {
      addImport(node.source, node)
    },
    TSImportType(node) {
      addImport(node.source, node)
    },
    MemberExpression(node) {
      const owner = node.object.type === 'MemberExpression' ? node.object.property : node.object
      if (nameOf(owner) === 'process' && nameOf(node.property) === 'env') facts.envReads.push(lineOf(node))
    },
    VariableDeclarator(node) {
      if (nameOf(node.init) !== 'process' || node.id.type !== 'ObjectPattern') return
      const readsEnv = node.id.properties.some((it) => it.type === 'Property' && nameOf(it.key) === 'env')
      if (readsEnv) facts.envReads.push(lineOf(node))
    },
  }).visit(program)

  facts.isBarrel = isBarrel(program.body)
  return facts
}

type Statements = ReturnType<typeof parseSync>['program']['body']

function isBarrel(body: Statements): boolean {
  const handsOn = body.filter(
    (it) =>
      it.type === 'ExportAllDeclaration' ||
      (it.type === 'ExportNamedDeclaration' && !it.declaration && it.specifiers.length > 0),
  )
  const others = body.filter((it) => it.type !== 'ImportDeclaration' && !handsOn.includes(it))
  return handsOn.length > 0 && others.length === 0
}

/** The name of an identifier, or the text of a string literal. */
function nameOf(node: { type: string } | null): string | undefined {
  return node?.type === 'Identifier' && 'name' in node ? String(node.name) : literal(node)
}

function literal(node: unknown): string | undefined {
  const isLiteral = typeof node === 'object' && node !== null && 'value' in node
  return isLiteral && typeof node.value === 'string' ? node.value : undefined
}
