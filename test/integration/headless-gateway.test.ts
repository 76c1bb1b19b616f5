import { findKernelGateway, startKernelGateway } from '../support/kernel-gateway.ts';
import { describeRuntime } from './headless-suite.ts';

const python = await findKernelGateway();

describeRuntime(
  python ? (given) => startKernelGateway(python, given) : null,
  python
    ? 'a Kernel Gateway'
    : 'a Kernel Gateway (skipped: no Python has kernel_gateway; CELLWIRE_GATEWAY_PYTHON names one)',
);
