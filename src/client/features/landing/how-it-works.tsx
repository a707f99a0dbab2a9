import type { ReactNode } from 'react'
import type { Capture } from '#shared/landing.ts'
import classes from './how-it-works.module.css'
import { CapturePicture } from './screenshot.tsx'
import parts from './shared.module.css'

type ActProps = { capture: Capture | undefined }

export function TellOnceSection({ capture }: ActProps) {
  return (
    <Act
      id="ato-1"
      ordinal="Ato I"
      title="Você conta uma vez."
      capture={capture}
      alt="A tela Produtos, em Personalização: quatro produtos de uma criadora, cada um com o tipo, o preço e as parcelas."
    >
      <p className={parts.lead}>
        Produtos, marcas e ofertas ficam salvos com os campos de quem vende infoproduto: transformação,
        persona, preço ancorado e praticado, parcelas, big idea, mecanismo. Ninguém mais cola o mesmo
        parágrafo no começo de cada conversa.
      </p>
      <ul className={classes.list}>
        <li>Já tem isso num documento? Anexe PDF, Word ou texto e converse a partir dele.</li>
        <li>Saiu algo bom da conversa? Salve como produto, marca, oferta ou documento.</li>
        <li>Mudou o preço? Mude num lugar só: as próximas respostas já usam o novo.</li>
      </ul>
    </Act>
  )
}

export function FinishedTextSection({ capture }: ActProps) {
  return (
    <Act
      id="ato-3"
      ordinal="Ato III"
      title="Você sai com o texto pronto."
      capture={capture}
      alt="Um documento salvo no Elenco, com o texto formatado e os botões para copiar e exportar."
      isReversed
    >
      <p className={parts.lead}>
        Copie já no formato do WhatsApp ou do editor de texto, baixe em Word, PDF ou Markdown, ou salve como
        documento e volte a ele em qualquer conversa.
      </p>
      <ul className={classes.list}>
        <li>Não gostou do tom? Edite o pedido ou peça outra versão; nenhuma das anteriores se perde.</li>
        <li>Comece com um agente e continue com outro: o que já foi decidido vai junto.</li>
        <li>A resposta segue sendo escrita se você fechar a aba, e espera por você em qualquer aparelho.</li>
      </ul>
    </Act>
  )
}

type Props = ActProps & {
  id: string
  ordinal: string
  title: string
  alt: string
  isReversed?: boolean
  children: ReactNode
}

function Act({ id, ordinal, title, capture, alt, isReversed = false, children }: Props) {
  return (
    <section
      className={`${parts.act} ${parts.columns} ${classes.act}`}
      aria-labelledby={id}
      data-reversed={isReversed || undefined}
      data-bare={capture ? undefined : ''}
    >
      <div>
        <p className={parts.ordinal}>{ordinal}</p>
        <h2 id={id} className={parts.heading}>
          {title}
        </h2>
        {children}
      </div>
      {capture && (
        <div className={classes.picture}>
          <CapturePicture capture={capture} alt={alt} />
        </div>
      )}
    </section>
  )
}
