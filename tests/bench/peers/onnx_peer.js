// Attention as ONNX Runtime computes it natively on the CPU, every weight kept: what engine_bench runs
// against.
//
//   onnx_peer.js PYTHON THREADS
//
// Answers the lines of attention_peer.py; there is no f64. Node finds onnxruntime-node through NODE_PATH.
// PYTHON writes the models, which need no network: see onnx_model.py.
const fs = require('fs');
const os = require('os');
const path = require('path');
const { execFileSync } = require('child_process');
const readline = require('readline');
const ort = require('onnxruntime-node');

const [python, threads] = process.argv.slice(2);

function normal() {
    return Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
}

async function makeCase(n, d, heads, layers) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'headlight-bench-'));
    try {
        const model = path.join(folder, 'model.onnx');
        execFileSync(python, [path.join(__dirname, 'onnx_model.py'), model, n, d, heads, layers].map(String));
        const session = await ort.InferenceSession.create(model, {
            intraOpNumThreads: Number(threads),
            interOpNumThreads: 1,
            executionMode: 'sequential',
            graphOptimizationLevel: 'all',
        });
        const X = new ort.Tensor('float32', Float32Array.from({ length: n * d }, normal), [n, d]);
        return () => session.run({ X });
    } finally {
        fs.rmSync(folder, { recursive: true });
    }
}

async function shortest(onePass, seconds) {
    const now = () => Number(process.hrtime.bigint()) / 1e9;
    const end = now() + seconds;
    let best = 1e9;
    for (let count = 0; count < 2 || now() < end; ++count) {
        const start = now();
        await onePass();
        best = Math.min(best, now() - start);
    }
    return best;
}

async function main() {
    let onePass;
    for await (const line of readline.createInterface({ input: process.stdin })) {
        const [what, ...values] = line.split(' ');
        if (what === 'case') {
            onePass = await makeCase(...values.slice(0, 4).map(Number));
            await onePass();
            console.log('ready');
        } else {
            console.log(await shortest(onePass, Number(values[0])));
        }
    }
}

main();
