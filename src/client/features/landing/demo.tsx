import type { CastMember } from '#shared/landing.ts'
import classes from './demo.module.css'
import chat from './demo-chat.module.css'
import { FACTS, type FactId, type Paragraph, SCENES, type Scene } from './demo-script.ts'

/**
 * A scripted chat, with and without the business data. CSS shows its parts by the state of the radios and the switch,
 * without any script; `enhance-demo.ts` announces the changes.
 */
export function Demo({ cast }: { cast: readonly CastMember[] }) {
  const scenes = SCENES.map((scene, index) => ({
    ...scene,
    id: `cena-${index + 1}`,
    ...agentOf(cast, scene),
  }))
  return (
    <div className={classes.demo} id="exemplo" data-demo>
      <p className={classes.notice}>
        <strong>Exemplo escrito por nós.</strong> A Luana e o curso dela são inventados, e as respostas não
        estão sendo geradas agora.
      </p>
      <fieldset className={classes.scenes}>
        <legend className={classes.legend}>Escolha um pedido</legend>
        {scenes.map(({ id, name, photoUrl, question }, index) => (
          <label key={id} className={classes.scene}>
            <input type="radio" name="cena" value={id} defaultChecked={index === 0} />
            <img src={photoUrl} alt="" width={400} height={400} loading="lazy" />
            <span>
              <span className={classes.asked}>Para {name}</span> {question}
            </span>
          </label>
        ))}
      </fieldset>
      <section className={classes.card} aria-labelledby="exemplo-card">
        <h3 id="exemplo-card" className={classes.cardTitle}>
          O que a Luana contou uma vez
        </h3>
        <dl className={classes.facts}>
          {FACTS.map(({ id, label, value }) => (
            <div key={id} id={factAnchor(id)} className={classes.fact}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={chat.chat} aria-label="A conversa do exemplo">
        {scenes.map((scene) => (
          <div key={scene.id} className={chat.turns} data-scene={scene.id}>
            <p className={chat.human}>
              <span className="visually-hidden">Luana pede: </span>
              {scene.question}
            </p>
            <Reply scene={scene} kind="grounded" note="com o que a Luana contou" />
            <Reply scene={scene} kind="without" note="sem saber nada do negócio" />
          </div>
        ))}
        <label className={chat.switch}>
          <input type="checkbox" name="contexto" defaultChecked />
          Usar o que a Luana contou
        </label>
      </section>
      <p className="visually-hidden" role="status" data-demo-status />
    </div>
  )
}

type ReplyProps = {
  scene: Scene & { name: string; photoUrl: string }
  kind: 'grounded' | 'without'
  note: string
}

function Reply({ scene, kind, note }: ReplyProps) {
  return (
    <div className={chat.reply} data-reply={kind}>
      <img src={scene.photoUrl} alt="" width={400} height={400} loading="lazy" />
      <div className={chat.said}>
        <p className={chat.who}>
          {scene.name}, <span>{note}</span>
        </p>
        {scene[kind].map((paragraph, index) => (
          <p key={String(index)}>
            <Words paragraph={paragraph} />
          </p>
        ))}
      </div>
    </div>
  )
}

function Words({ paragraph }: { paragraph: Paragraph }) {
  return paragraph.map((piece, index) => {
    const key = String(index)
    if (typeof piece === 'string') return piece
    if ('strong' in piece) return <strong key={key}>{piece.strong}</strong>
    return (
      <a key={key} className={chat.used} href={`#${factAnchor(piece.fact)}`} data-fact>
        {piece.text}
      </a>
    )
  })
}

const factAnchor = (id: FactId) => `contado-${id}`

/** The agent of a scene, found by the portrait. */
function agentOf(cast: readonly CastMember[], { agent }: Scene) {
  const found = cast.find(({ photoUrl }) => photoUrl.includes(agent))
  if (!found) throw new Error(`no agent has the portrait ${agent}`)
  return { name: found.name, photoUrl: found.photoUrl }
}
