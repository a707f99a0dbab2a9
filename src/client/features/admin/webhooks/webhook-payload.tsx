import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import { linesOf } from './payload-lines.ts'
import classes from './webhook-payload.module.css'

/** What came, as JSON; documents and the like were masked before it left the server. */
export function Payload({ payload }: { payload: unknown }) {
  return (
    <section aria-labelledby="webhook-payload" className={classes.root}>
      <header className={classes.head}>
        <h2 id="webhook-payload" className={classes.title}>
          O que veio
        </h2>
        {payload !== null && (
          <CopyButton text={JSON.stringify(payload, undefined, 2)} label="Copiar o conteúdo" />
        )}
      </header>
      {payload === null ? (
        <p className={classes.soft}>
          O conteúdo foi apagado: ele traz dados pessoais e fica guardado por 90 dias. O que foi feito com ele
          continua aqui.
        </p>
      ) : (
        <>
          <p className={classes.soft}>Documentos, telefones e endereços aparecem cobertos.</p>
          <Json payload={payload} />
        </>
      )}
    </section>
  )
}

function Json({ payload }: { payload: unknown }) {
  const { lines, isCut } = linesOf(payload)
  return (
    <>
      <pre className={classes.json}>
        {lines.map(({ at, indent, name, text }) => (
          <span key={at} className={classes.line}>
            {indent}
            <span className={classes.key}>{name}</span>
            {text}
            {'\n'}
          </span>
        ))}
      </pre>
      {isCut && <p className={classes.soft}>É mais longo do que cabe aqui; o resto vem ao copiar.</p>}
    </>
  )
}
