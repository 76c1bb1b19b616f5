import { offerPageAgents } from '../src/wire/pairing.ts';

// MAIN world, document_start, on every page of Colab: keeps a private port until a page agent is brought in.
offerPageAgents();
