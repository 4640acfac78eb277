<?php
/**
 * The shop's API with nothing but PHP.
 *
 * PORTSIDE_URL=https://shop.example PORTSIDE_KEY=psk_live_... php shop.php buy ORDER-NUMBER-OF-YOURS
 * php shop.php verify SECRET ID TIMESTAMP SIGNATURE < body
 */

declare(strict_types=1);

/** One call; repeats those that may be repeated: reading, and what has an idempotency key. */
function call(string $method, string $path, ?array $body = null, ?string $key = null): array
{
    $headers = ['Authorization: Bearer ' . getenv('PORTSIDE_KEY')];
    if ($body !== null) $headers[] = 'Content-Type: application/json';
    if ($key !== null) $headers[] = "Idempotency-Key: $key";
    $options = ['method' => $method, 'header' => $headers, 'timeout' => 30, 'ignore_errors' => true];
    if ($body !== null) $options['content'] = json_encode($body);
    $context = stream_context_create(['http' => $options]);
    for ($tries = 1; ; $tries++) {
        $text = @file_get_contents(getenv('PORTSIDE_URL') . $path, false, $context);
        $status = $text === false ? 0 : (int) explode(' ', $http_response_header[0])[1];
        if ($status >= 200 && $status < 300) return json_decode($text, true)['data'];
        $isSafe = $method === 'GET' || $key !== null;
        $mayRepeat = in_array($status, [429, 503], true) || ($isSafe && ($status === 0 || $status >= 500));
        if ($tries === 5 || !$mayRepeat) {
            $refusal = json_decode($text ?: '{}', true);
            throw new RuntimeException($refusal['message'] ?? 'no answer', $refusal['code'] ?? 0);
        }
        $wait = preg_grep('/^retry-after:/i', $http_response_header ?? []);
        sleep($wait ? (int) substr(reset($wait), 12) : 2);
    }
}

function buy(string $ownNumber): array
{
    // A time-out or a crash leaves open whether the order was placed: ask before quoting anew.
    $found = call('GET', '/api/orders?reference=' . rawurlencode($ownNumber))['items'];
    $order = $found[0] ?? place($ownNumber);
    $accounts = call('GET', "/api/orders/{$order['order_no']}/accounts")['items'];
    return [
        'order_no' => $order['order_no'],
        'paid' => $order['total_amount'],
        'accounts' => array_column($accounts, 'text'),
    ];
}

function place(string $ownNumber): array
{
    $product = call('GET', '/api/goods?in_stock=true&limit=100')['items'][0];
    $wanted = ['goods_id' => $product['id'], 'quantity' => $product['min_quantity']];
    $quote = call('POST', '/api/orders/quotes', $wanted);
    // With the price that was agreed: if it rose meanwhile, the order is refused with 300004.
    $agreed = ['total_amount' => $quote['total_amount'], 'reference' => $ownNumber];
    return call('POST', '/api/orders', $wanted + $agreed, $ownNumber);
}

/** Whether the shop sent this webhook; the body exactly as it came. */
function verify(string $secret, string $id, string $timestamp, string $signatures, string $body): bool
{
    if (abs(time() - (int) $timestamp) > 300) return false;
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $signatures) as $one) if (hash_equals($expected, $one)) return true;
    return false;
}

if ($argv[1] === 'verify') {
    $isOurs = verify($argv[2], $argv[3], $argv[4], $argv[5], file_get_contents('php://stdin'));
    echo $isOurs ? "true\n" : "false\n";
} else {
    echo json_encode(buy($argv[2])), "\n";
}
