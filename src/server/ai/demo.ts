import { setTimeout as sleep } from 'node:timers/promises'
import type { ReplyModel } from './reply.ts'

const WORD_INTERVAL_MS = 25

const DEMO_REPLY = `**Resposta de demonstração.** Nenhum provedor de IA está conectado, então este texto é fixo: ele mostra como as respostas chegam, mas não leu a sua mensagem.

## Como uma resposta de verdade se parece

Cada agente do elenco responde no formato que o trabalho pede:

- **Copy** com promessa, provas e chamada para ação
- **Plano** dividido em etapas, com prazo e responsável
- **Diagnóstico** com o que manter, cortar e testar

| Etapa | Entrega | Prazo |
| --- | --- | --- |
| Pesquisa | Dores e desejos do público | 2 dias |
| Oferta | Promessa, bônus e garantia | 3 dias |
| Página | Texto completo para revisar | 4 dias |

## Como conectar um provedor

Quem administra a instalação escolhe um caminho, define a variável e reinicia o servidor:

1. \`OPENAI_API_KEY\`: modelos da OpenAI
2. \`GOOGLE_API_KEY\`: modelos Gemini, do Google
3. \`OPENAI_BASE_URL\`: um servidor compatível, como Ollama ou LM Studio, com \`OPENAI_MODEL\`

Depois disso, envie a mensagem de novo. A conversa continua daqui.`

/** A model without a provider: a fixed text that says so, one word every 25 ms. */
export function createDemoModel(): ReplyModel {
  return {
    isDemo: true,
    // It ignores the prompt.
    budgetTokens: Number.MAX_SAFE_INTEGER,
    async *generate({ partial }, { signal }) {
      yield { type: 'start', provider: null, model: 'demo' }
      for (const word of remainder(partial).split(/(?<=\s)(?=\S)/)) {
        await sleep(WORD_INTERVAL_MS, undefined, { signal })
        yield { type: 'text', text: word }
      }
      yield { type: 'finish', reason: 'stop', usage: { nTokens: 0, nCachedTokens: 0, nOutputTokens: 0 } }
    },
  }
}

/** The rest of the text; the whole text after a partial reply of another model. */
function remainder(partial = ''): string {
  if (DEMO_REPLY.startsWith(partial)) return DEMO_REPLY.slice(partial.length)
  return `\n\n${DEMO_REPLY}`
}
