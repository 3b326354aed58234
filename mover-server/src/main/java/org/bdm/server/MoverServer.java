package org.bdm.server;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts one site: its REST API, its web UI and its data port. */
@SpringBootApplication
public class MoverServer {

    public static void main(String[] args) {
        SpringApplication.run(MoverServer.class, args);
    }
}
