import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import { linesOf } from './payload-lines.ts'
import classes from './webhook-payload.module.css'

/** What came, as JSON; documents and the like were masked before it left the server. */
export function Payload({ payload }: { payload: unknown }) {
  return (
    <Stack as="section" aria-labelledby="webhook-payload" className={classes.root}>
      <Row as="header" gap={12} justify="between" wrap={false} className={classes.head}>
        <h2 id="webhook-payload" className={classes.title}>
          O que veio
        </h2>
        {payload !== null && (
          <CopyButton text={JSON.stringify(payload, undefined, 2)} label="Copiar o conteúdo" />
        )}
      </Row>
      {payload === null ? (
        <p className={text.soft}>
          O conteúdo foi apagado: ele traz dados pessoais e fica guardado por 90 dias. O que foi feito com ele
          continua aqui.
        </p>
      ) : (
        <>
          <p className={text.soft}>Documentos, telefones e endereços aparecem cobertos.</p>
          <Json payload={payload} />
        </>
      )}
    </Stack>
  )
}

function Json({ payload }: { payload: unknown }) {
  const { lines, isCut } = linesOf(payload)
  return (
    <>
      <pre className={classes.json}>
        {lines.map(({ at, indent, name, text: value }) => (
          <span key={at} className={classes.line}>
            {indent}
            <span className={text.soft}>{name}</span>
            {value}
            {'\n'}
          </span>
        ))}
      </pre>
      {isCut && <p className={text.soft}>É mais longo do que cabe aqui; o resto vem ao copiar.</p>}
    </>
  )
}
