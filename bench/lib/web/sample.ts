/** Marks the time of sending of a token, in milliseconds since 1970. */
export const STAMP = '§'

const FENCE = '```'

/** Typical Markdown of agents: headings, lists, emphasis, a table, code; a stamp about every twelve words. */
const SAMPLE = `## Plano de lançamento 🎯 ${STAMP}

Olá! Este é um caminho **simples e testado** para as próximas semanas ${STAMP} sem depender de sorte
nem de verba alta. Leia até o fim antes de começar ${STAMP} e adapte os prazos à sua realidade.

### Primeira semana: pesquisa ${STAMP}

1. Converse com **dez pessoas** da sua audiência e anote as palavras que elas usam ${STAMP}
2. Separe as dores em três grupos: *urgentes*, *importantes* e *curiosas* ${STAMP}
   - urgentes viram o gancho do anúncio
   - importantes viram a promessa da página ${STAMP}
3. Escreva a promessa em uma frase só, com prazo e com prova ${STAMP}

> Quem tenta falar com todo mundo não convence ninguém. ${STAMP}
> Escolha uma pessoa e escreva para ela.

| Canal | Objetivo | Verba por dia | Quando parar |
| --- | --- | ---: | --- |
| Anúncios | leads ${STAMP} | R$ 80 | custo por lead acima de R$ 6 |
| E-mail | abertura ${STAMP} | R$ 0 | três envios sem clique |
| WhatsApp | conversa ${STAMP} | R$ 0 | pedidos de saída acima de 2% |

O acompanhamento cabe em uma planilha ou em um script curto ${STAMP}, como este:

${FENCE}javascript
const metas = { leads: 500, vendas: 25 } // ${STAMP}
for (const [nome, meta] of Object.entries(metas)) {
  const feito = await contar(nome)
  console.log(\`\${nome}: \${feito} de \${meta}\`)
}
${FENCE}

Depois disso, revise a oferta em \`oferta.md\` ${STAMP} e veja os exemplos em
[nossa biblioteca](https://exemplo.com.br/biblioteca) antes de abrir as inscrições ${STAMP}. Quer que eu detalhe
alguma etapa, ou prefere que eu escreva os três primeiros e-mails da sequência agora? ${STAMP}`

const WORDS = SAMPLE.split(/(?<=\s)(?=\S)/)

/** Markdown of this many tokens, a word each, in which {@link STAMP} is replaced by the time of sending. */
export const sampleTokens = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const position = index % WORDS.length
    return (index > 0 && position === 0 ? '\n\n' : '') + WORDS[position]
  })
