// The only script of the prerendered pages, and their styles. Everything works without the script.
import './landing.css'
import './shared.module.css'
import './hero.module.css'
import './how-it-works.module.css'
import './demo.module.css'
import './demo-chat.module.css'
import './agent-list.module.css'
import './plans.module.css'
import './faq.module.css'
import './footer.module.css'
import './legal/legal.module.css'
import { followScheme } from './enhance-color-scheme.ts'
import { enhanceDemo } from './enhance-demo.ts'

followScheme(document)
for (const demo of document.querySelectorAll<HTMLElement>('[data-demo]')) enhanceDemo(demo)
